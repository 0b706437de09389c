#!/bin/sh
# Runs a command as the service runs Puthi: its account, its folder, its variables.
#
#   deploy/run.sh npm run backup -- /somewhere/else
set -eu

cd "$(dirname "$0")/.."
exec systemd-run --quiet --pipe --wait --uid=puthi --working-directory="$PWD" \
  --setenv=DATA_DIR=/var/lib/puthi --property=EnvironmentFile=-/etc/puthi.env "$@"
