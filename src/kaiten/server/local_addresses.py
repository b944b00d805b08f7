"""The addresses of this machine at which devices of the local network reach it."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from ipaddress import IPv4Address, ip_address

from ..text import Text
from .settings import BadSetting

# An interface's address by its name: the same layout of the request on both systems.
READ_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
# Networks of containers and virtual machines, in which no phone is.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "bridge", "podman", "lxc", "cni")
TUNNELS = ("tun", "utun", "tap", "ppp", "wg", "tailscale", "zt", "ipsec")
ANY_TARGET = "192.0.2.1"  # reserved for documentation: asks only for the route, sends nothing


def find_local_addresses(environment: Mapping[str, str] | None = None) -> list[str]:
    """Return the IPv4 addresses of this machine in private networks, the likeliest one first.

    KAITEN_LOCAL_ADDRESSES lists them instead, separated by commas. An address that the whole
    internet can reach is never among those that are found.
    """
    listed = read_local_addresses(environment)
    if listed:
        return listed
    default = find_default_address()
    found = dict.fromkeys(list_host_addresses(), "")
    if default:
        found.setdefault(default, "")
    found |= {address: name for name, address in list_interfaces()}
    usable = [one for one, name in found.items() if is_in_local_network(one, name)]
    return sorted(usable, key=lambda one: rank_address(one, found[one], default))


def read_local_addresses(environment: Mapping[str, str] | None = None) -> list[str]:
    """Return the addresses in KAITEN_LOCAL_ADDRESSES. Raise `BadSetting` if one is none."""
    given = (os.environ if environment is None else environment).get("KAITEN_LOCAL_ADDRESSES", "")
    return [check_address(word.strip()) for word in given.split(",") if word.strip()]


def check_address(word: str) -> str:
    try:
        return str(IPv4Address(word))
    except ValueError:
        raise BadSetting(BAD_ADDRESS.format(word=word)) from None


BAD_ADDRESS = Text(
    "KAITEN_LOCAL_ADDRESSES: {word} is not an IPv4 address. List addresses such as 192.168.1.20, "
    "separated by commas."
)


def is_in_local_network(address: str, name: str) -> bool:
    """Return whether devices beside this one may reach it there, and the internet may not."""
    found = ip_address(address)
    outside = found.is_global or found.is_loopback or found.is_unspecified or found.is_multicast
    return not outside and not name.startswith(INSIDE)


def rank_address(address: str, name: str, default: str | None) -> tuple[bool, bool, bool, str]:
    """Return a sort key: real networks before tunnels, the default route before other networks."""
    return (
        name.startswith(TUNNELS),
        ip_address(address).is_link_local,
        address != default,
        address,
    )


def find_default_address() -> str | None:
    """Return the address from which this machine sends to other networks, or None."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect((ANY_TARGET, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def list_host_addresses() -> list[str]:
    """Return the addresses of this machine's name; where it is known in the network, all of them."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def list_interfaces() -> Iterator[tuple[str, str]]:
    """Yield the name and the IPv4 address of each interface, where the system tells them."""
    request = READ_ADDRESS.get(sys.platform)
    if request is None:
        return
    import fcntl

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has no IPv4 address
                asked = struct.pack("256s", name.encode()[:15])
                yield name, socket.inet_ntoa(fcntl.ioctl(probe.fileno(), request, asked)[20:24])
