#!/usr/bin/env bash
# Installs the last commit without any extra into a fresh virtual environment, and measures it:
#
#   tests/tools/light_install.sh [MOST]
#
# It prints what the README's first command takes, and the size of the environment; it fails where that is more than MOST
# (by default 250) megabytes, where a library of an extra got in, or where a command does not do what it does without extras.
# It is no part of .ci/run: what it looks at is covered by tests/kifu/cli/test_extras.py, and it depends on the net.
set -euo pipefail
cd "$(dirname "$0")/../.."

most=${1:-250}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone -q . "$place/kifu"
cd "$place/kifu"

echo "== the README's first command"
time bash -c 'python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/kifu review samples/six/seven-against-eight.kif -o out'

size=$(du -sm .venv | cut -f1)
echo "== the environment: $size MB"
[ "$size" -lt "$most" ]

echo "== no library of an extra"
.venv/bin/python - <<'PYTHON'
from kifu.core.lazy_imports_extras_and_package_files import EXTRAS, is_installed
assert not any(map(is_installed, EXTRAS)), [extra for extra in EXTRAS if is_installed(extra)]
PYTHON

echo "== what needs none"
for number in $(seq 2000); do cat samples/six/seven-against-eight.kif; done > many.kif
.venv/bin/kifu verify --quiet many.kif samples/six/seven-against-eight.kif
.venv/bin/kifu show samples/six/seven-against-eight.kif > /dev/null
.venv/bin/kifu convert samples/six/seven-against-eight.kif -o out.json
.venv/bin/kifu moves --game six > /dev/null
.venv/bin/kifu perft --game six 3
.venv/bin/kifu play --game six --seed 1 > /dev/null
.venv/bin/kifu rules six > /dev/null
.venv/bin/kifu games > /dev/null

echo "== what needs one says so"
for command in "corpus build samples -o data" "corpus stats data" "study tree data" "play --game six --engine" \
    "review samples/six/trades.kif -o out-engine --engine" "perft --game six 2 --compiled"; do
    status=0
    # shellcheck disable=SC2086 # words of a command line
    said=$(.venv/bin/kifu $command 2>&1 > /dev/null) || status=$?
    echo "$said"
    [ "$status" -eq 2 ]
    grep -q 'pip install "\.\[' <<< "$said"
done
