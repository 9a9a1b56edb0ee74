#!/bin/sh
# A D-Bus session of its own with gnome-keyring in it, apart from that of the person who runs the tests.
#   keyring-session.sh unlocked|locked FOLDER
# Prints the address of the bus when ready and lives until its standard input ends. The keyring lies in FOLDER.
# `locked` starts no daemon: the bus starts one when it is asked for, as after a login without a password.
# Debian packages: gnome-keyring dbus-daemon libsecret-1-0 (the last for keytar alone).
set -eu
export HOME="$2" XDG_DATA_HOME="$2/data" XDG_CONFIG_HOME="$2/config" XDG_CACHE_HOME="$2/cache" XDG_RUNTIME_DIR="$2/run"
mkdir -p "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
exec dbus-run-session -- sh -euc '
  if [ "$1" = unlocked ]; then
    printf %s "login password" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  fi
  echo "$DBUS_SESSION_BUS_ADDRESS"
  exec cat >/dev/null
' sh "$1"
