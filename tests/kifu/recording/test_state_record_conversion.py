"""A file without a journal as a table: what cannot be shown is refused, whatever stands in the file."""

import pytest
from helpers import DIAGRAM

from kifu.recording.state_record_conversion import import_as_closed_state
from kifu.recording.untrusted_json_fields import Rejected

RECORD = f"棋種：6面体\n規則：six/1\n手数----指手---------\n   1 四04占\n   2 四04占\n{DIAGRAM}   3 六06占\n"
TIME = "2026-11-22T00:00:00.000+00:00"


def test_a_diagram_after_a_fault():
    """Play goes on from it; one that cannot be read is refused by its reason, not raised: the list of games shows it."""
    assert [board.ply for board in import_as_closed_state("a.kif", RECORD.encode(), TIME).boards] == [2]
    row = "○○○武領○○03\n"
    for spoilt in (row.replace("03", "07"), row.replace("武", "矢"), row[1:], ""):
        with pytest.raises(Rejected) as wrong:
            import_as_closed_state("a.kif", RECORD.replace(row, spoilt).encode(), TIME)
        assert wrong.value.message.ja
