#!/bin/sh
# Replaces the processes of a release one by one: each is told to end, started again, and waited for until it is ready.
#
#   deploy/roll.sh "systemctl restart puthi@%" 1=http://127.0.0.1:3001 2=http://127.0.0.1:3002 3=http://127.0.0.1:3003
#
# The command restarts one process; % stands for its name. A roll that finds a process not ready within ROLL_SECONDS (120)
# ends there, with the others as they were.
set -eu

restart=$1
shift
for one in "$@"; do
  name=${one%%=*} address=${one#*=}
  began=$(date +%s)
  sh -c "$(printf '%s' "$restart" | sed "s|%|$name|g")"
  until [ "$(curl --silent --max-time 5 "$address/readyz" || true)" = ready ]; do
    if [ $(($(date +%s) - began)) -ge "${ROLL_SECONDS:-120}" ]; then
      echo "$name is not ready at $address: the roll ends here." >&2
      exit 1
    fi
    sleep 0.2
  done
  echo "$name is ready after $(($(date +%s) - began)) s"
  sleep "${ROLL_PAUSE:-2}" # until the balancer knows it, too
done
