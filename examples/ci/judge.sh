#!/bin/sh
# Judge a program on any machine with Python 3.11 or newer:
#
#     ./judge.sh './my-game --stdio'
#
# The report goes to hearts-report.json.  Where hearts.known.yaml is there, the program is held to it.
# Exit status: 0 the rules are kept; 1 a deviation, a crash or a hang; 2 nothing could be judged; 3 heartspec failed.
set -eu

program=$1
python3 -m venv .heartspec-venv
. .heartspec-venv/bin/activate
pip install --quiet heartspec

set -- --report json=hearts-report.json
if [ -e hearts.known.yaml ]; then
  set -- "$@" --known hearts.known.yaml
fi
heartspec verify --exec "$program" "$@"
