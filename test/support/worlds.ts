import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import type { WorldUrls } from '../../src/daemon/network/host-wiring.js'
import { noProxies } from '../../src/daemon/network/proxies.js'
import type { OpenWorld } from '../../src/daemon/sources/source-set.js'

/** A world for a core that a test builds: nothing in it is real. */
export function openedWorld(urls: WorldUrls | undefined, cassette?: CassetteSession): OpenWorld {
  return {
    urls,
    cassette,
    offline: false,
    proxies: noProxies,
    shared: [],
    held: {},
    paper: {},
    lent: { metaculus: { apiToken: 'a-token-of-the-demo-world' } },
  }
}
