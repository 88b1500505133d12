"""The mock venue as an environment of polymarket-client: what the simulation has no host for leads nowhere."""

from dataclasses import fields, replace

from polymarket._internal.environment import PRODUCTION_CONFIG, create_environment
from polymarket.environments import Environment

NOWHERE = "http://127.0.0.1:9"


def environment(demo) -> Environment:
    """Chain, relayer, combos and perpetuals stay without an address."""
    urls = {field.name: NOWHERE for field in fields(PRODUCTION_CONFIG) if field.name.endswith("_url")}
    socket = demo.socket("polymarket")
    hosts = {
        "clob_url": demo.url("polymarket", "clob"),
        "gamma_url": demo.url("polymarket", "gamma"),
        "data_url": demo.url("polymarket", "data"),
        "clob_market_ws_url": f"{socket}/ws/market",
        "clob_user_ws_url": f"{socket}/ws/user",
    }
    return create_environment(name="simulation", config=replace(PRODUCTION_CONFIG, **{**urls, **hosts}))
