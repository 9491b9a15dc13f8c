#!/usr/bin/env bash
# Runs the tests with the lowest versions that pyproject.toml declares, in a fresh virtual environment, on the last commit:
#
#   tests/tools/lowest_versions.sh [PYTEST ARGUMENTS...]
#   PYTHON=python3.13 tests/tools/lowest_versions.sh tests/cli
#
# What these need in turn comes in its newest version, as for whoever installs kifu today. Where a test fails for a version,
# raise the bound. It is no part of .ci/run: it takes as long as the whole suite.
set -euo pipefail
cd "$(dirname "$0")/../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone -q . "$place/kifu"
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install -q uv
cd "$place/kifu"
export VIRTUAL_ENV="$place/venv"
"$place/venv/bin/uv" pip install -q --resolution lowest-direct -r pyproject.toml --extra dev
"$place/venv/bin/uv" pip install -q --no-deps -e .
"$place/venv/bin/uv" pip list
"$place/venv/bin/python" -m pytest -p no:cacheprovider "$@"
