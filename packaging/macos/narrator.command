#!/bin/sh
# A double click starts the narrator; the first time, uv installs it from the wheel beside this file.
cd "$(dirname "$0")" || exit 1
PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
if ! command -v narrator >/dev/null; then
  if ! command -v uv >/dev/null; then
    echo "Install uv first: https://docs.astral.sh/uv/ (brew install uv). Then open this file again."
    exit 1
  fi
  uv tool install ktulu_narrator-*.whl || exit 1
fi
exec narrator "$@"
