/** The current location on the page. It is the part after `#`, so that the daemon serves one page. */
export type PageLocation =
  | { readonly view: 'venues' }
  | { readonly view: 'search'; readonly query: string; readonly venue: string }
  | {
      readonly view: 'market'
      readonly venue: string
      readonly marketId: string
      readonly outcomeId?: string
      readonly resolution?: string
    }
  | { readonly view: 'cache' }
  | { readonly view: 'requests' }
  | { readonly view: 'positions'; readonly venue?: string }

export type MarketLocation = Extract<PageLocation, { view: 'market' }>

/** Returns the location of a hash. Missing parts have their defaults. */
export function parseLocation(hash: string): PageLocation {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [view, ...parts] = path.split('/').map(decoded)
  const params = new URLSearchParams(query)
  const textOf = (name: string): string => params.get(name) ?? ''
  if (view === 'search') return { view, query: textOf('q'), venue: textOf('venue') }
  if (view === 'cache' || view === 'requests') return { view }
  if (view === 'positions') return { view, ...present('venue', textOf('venue')) }
  const [venue, marketId] = parts
  if (view === 'market' && venue && marketId) {
    return {
      view,
      venue,
      marketId,
      ...present('outcomeId', textOf('outcome')),
      ...present('resolution', textOf('step')),
    }
  }
  return { view: 'venues' }
}

/** Returns the hash of a location: `parseLocation(hashOf(place))` is the location. */
export function hashOf(place: PageLocation): string {
  switch (place.view) {
    case 'venues':
      return '#/'
    case 'search':
      return `#/search${queryOf({ q: place.query, venue: place.venue })}`
    case 'market': {
      const { venue, marketId, outcomeId, resolution } = place
      return `#/market/${encodeURIComponent(venue)}/${encodeURIComponent(marketId)}${queryOf({ outcome: outcomeId, step: resolution })}`
    }
    case 'positions':
      return `#/positions${queryOf({ venue: place.venue })}`
    default:
      return `#/${place.view}`
  }
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function present<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
