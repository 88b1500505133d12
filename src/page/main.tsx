import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { About } from './shared/about.js'
import type { Health } from './shared/health.js'
import { fetchPlain, storeToken } from './shared/request.js'
import { hashOf, type PageLocation, parseLocation } from './shared/route.js'
import { setTokenRequired, useRequest, useTokenRequired } from './shared/use-request.js'
import { CacheView } from './views/cache.js'
import { MarketView } from './views/market.js'
import { PositionsView } from './views/positions.js'
import { RequestsView } from './views/requests.js'
import { SearchView } from './views/search.js'
import { VenuesView } from './views/venues.js'

const HEALTH_EVERY_MS = 4_000

const titles: Readonly<Record<PageLocation['view'], string>> = {
  venues: 'Venues',
  search: 'Search',
  market: 'Market',
  cache: 'Cache',
  requests: 'Requests',
  positions: 'Positions',
}

function usePlace(): PageLocation {
  const [place, setPlace] = useState(() => parseLocation(location.hash))
  useEffect(() => {
    const onChange = (): void => setPlace(parseLocation(location.hash))
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return place
}

function Page() {
  const place = usePlace()
  const wantsToken = useTokenRequired()
  const health = useRequest(
    'health',
    async (signal) => (await fetchPlain<Health>('/health?verbose', { signal })).data,
    HEALTH_EVERY_MS,
  )
  const about = useRequest('about', async (signal) => (await fetchPlain<About>('/ui/about', { signal })).data)
  const main = useRef<HTMLElement>(null)
  const { view } = place

  useEffect(() => {
    document.title = `${titles[view]} · pmx-local`
  }, [view])

  function onToken(token: string): void {
    storeToken(token)
    setTokenRequired(false)
    about.again()
    health.again()
  }

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <a class="brand" href="#/">
          <span class="mark" aria-hidden="true" />
          pmx-local
        </a>
        <SearchBox place={place} />
        <nav aria-label="Views">
          {(['venues', 'cache', 'requests', 'positions'] as const).map((name) => (
            <a key={name} href={hashOf({ view: name })} aria-current={name === view ? 'page' : undefined}>
              {titles[name]}
            </a>
          ))}
          <a href="/docs">Docs</a>
        </nav>
      </header>
      <Banner
        health={health.data}
        isRecording={about.data?.recording === true}
        isLost={health.failure?.status === 0}
      />
      <main id="main" ref={main} tabIndex={-1}>
        {wantsToken ? <TokenForm onToken={onToken} /> : <View place={place} health={health} about={about} />}
      </main>
      <footer>
        <span>
          pmx-local {health.data?.version} · <a href="/health?verbose">health</a> ·{' '}
          <a href="/metrics">metrics</a>
        </span>
        <span>Times are in UTC. Prices are probabilities.</span>
      </footer>
    </>
  )
}

interface ViewProps {
  readonly place: PageLocation
  readonly health: ReturnType<typeof useRequest<Health>>
  readonly about: ReturnType<typeof useRequest<About>>
}

function View({ place, health, about }: ViewProps) {
  switch (place.view) {
    case 'search':
      return <SearchView place={place} about={about.data} />
    case 'market':
      return <MarketView key={`${place.venue} ${place.marketId}`} place={place} about={about.data} />
    case 'cache':
      return <CacheView health={health} />
    case 'requests':
      return <RequestsView />
    case 'positions':
      return <PositionsView place={place} about={about} mode={health.data?.mode} />
    default:
      return <VenuesView health={health} about={about} />
  }
}

function SearchBox({ place }: { readonly place: PageLocation }) {
  const query = place.view === 'search' ? place.query : ''
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null && place.view === 'search') box.current.value = query
  }, [query, place.view])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      box.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const venue = place.view === 'search' ? place.venue : ''
          location.hash = hashOf({ view: 'search', query: box.current?.value.trim() ?? '', venue })
        }}
      >
        <input
          ref={box}
          type="search"
          name="q"
          aria-label="Search markets on all venues"
          placeholder="Search markets on all venues"
          aria-keyshortcuts="/"
          autocomplete="off"
        />
      </form>
    </search>
  )
}

interface BannerProps {
  readonly health: Health | undefined
  readonly isRecording: boolean
  readonly isLost: boolean
}

/** Shows warnings about the numbers on the page. */
function Banner({ health, isRecording, isLost }: BannerProps) {
  if (isLost)
    return (
      <aside class="banner bad" aria-live="assertive" aria-label="Trouble">
        <strong>No response from the daemon.</strong> The page shows the last data and keeps retrying.
      </aside>
    )
  if (health === undefined) return null
  const { sdkLock } = health
  if (sdkLock !== undefined && sdkLock.leads !== 'here')
    return (
      <aside class="banner bad" aria-label="Trouble">
        <strong>SDK clients do not use this daemon.</strong>{' '}
        {sdkLock.leads === 'elsewhere'
          ? `Their lock file points to process ${sdkLock.pid} on port ${sdkLock.port}, which receives their orders.`
          : `Their lock file cannot be written: ${sdkLock.reason}.`}
      </aside>
    )
  if (health.mode === 'demo')
    return (
      <aside class="banner" aria-label="Data source">
        <strong>Demo mode: all data is simulated.</strong> No venue is called.
      </aside>
    )
  if (health.mode === 'replay')
    return (
      <aside class="banner" aria-label="Data source">
        <strong>Replay: all data comes from a recording.</strong> The clock shows the time of the recording.
        No venue is called.
      </aside>
    )
  const stopped = health.orders?.stopped
  if (stopped !== undefined)
    return (
      <aside class="banner bad" aria-label="Trouble">
        <strong>Orders have been stopped</strong> by {stopped.by} since {new Date(stopped.at).toISOString()}
        {stopped.reason === undefined ? '' : `: ${stopped.reason}`}. <code>pmx-local orders resume</code>{' '}
        allows orders again.
      </aside>
    )
  if (health.offline)
    return (
      <aside class="banner" aria-label="Data source">
        <strong>Offline.</strong> No venue is called. The page shows stored data of any age.
      </aside>
    )
  if (isRecording)
    return (
      <aside class="banner" aria-label="Data source">
        <strong>Recording.</strong> Venue responses are written to a cassette.
      </aside>
    )
  return null
}

function TokenForm({ onToken }: { readonly onToken: (token: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      class="card token"
      onSubmit={(event) => {
        event.preventDefault()
        onToken(field.current?.value.trim() ?? '')
      }}
    >
      <h1>Access token required</h1>
      <p>
        Paste the access token from the SDKs' lock file, or one of your API keys. The page stores it for this
        tab only, and sends it only to this daemon.
      </p>
      <label>
        <span class="note">Access token or API key</span>
        <input ref={field} type="password" name="token" autocomplete="off" required />
      </label>
      <button type="submit" class="main">
        Open
      </button>
    </form>
  )
}

const root = document.querySelector('#page')
if (root !== null) {
  root.textContent = ''
  render(<Page />, root)
}
