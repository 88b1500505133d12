import type { CassetteSession } from '../../src/cassette/session.js'
import { noProxies } from '../../src/daemon/proxies.js'
import type { WorldUrls } from '../../src/daemon/wiring.js'
import type { OpenWorld } from '../../src/daemon/world.js'

/** A world for a core that a test builds: nothing in it is real. */
export function openedWorld(urls: WorldUrls | undefined, cassette?: CassetteSession): OpenWorld {
  return {
    urls,
    cassette,
    offline: false,
    proxies: noProxies,
    held: {},
    paper: {},
    lent: { metaculus: { apiToken: 'a-token-of-the-demo-world' } },
  }
}
