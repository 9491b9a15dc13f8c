"""The command line of `kifu scan`: the sheet that each file belongs to, whatever their names begin with."""

from each import each

from kifu.cli.commands.scan import command

LINES = {
    "a.jpg --second b.jpg c.jpg": (("a.jpg",), ("b.jpg", "c.jpg")),
    "--second b.jpg c.jpg --form text a.jpg": (("a.jpg",), ("b.jpg", "c.jpg")),
    "-- -a.jpg --second": (("-a.jpg", "--second"), ()),
    "a.jpg --second -- -b.jpg --force": (("a.jpg",), ("-b.jpg", "--force")),
    "--second b.jpg -- -a.jpg": (("-a.jpg",), ("b.jpg",)),
}


@each("line", LINES)
def test_files_of_both_sheets(line):
    """Behind -- nothing is an option; directly behind --second it begins the files of the other sheet."""
    words = line.replace("--form", "--format").split()
    context = command.make_context("scan", words)
    assert (context.params["pages"], context.params["second"]) == LINES[line]
