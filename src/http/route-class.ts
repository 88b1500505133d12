import { isMethodName, type MethodName, methodNames, methodRow } from '../api/methods.js'
import type { RouteClass } from '../observe/traffic.js'

type Answered = Exclude<RouteClass, 'ready'>

const classes = new Map<MethodName, Answered>(methodNames.map((name) => [name, classOf(name)]))

function classOf(name: MethodName): Answered {
  const { group, returns } = methodRow(name)
  if (/Candle/.test(returns)) return 'candles'
  if (returns.includes('OrderBook')) return 'books'
  if (group === 'catalog') return 'lists'
  if (group === 'router') return 'router'
  return group === 'account' || group === 'trading' ? 'account' : 'calls'
}

/** What a method is for. */
export function classOfMethod(name: MethodName): Answered {
  return classes.get(name) ?? 'calls'
}

/** What a request is for, by its path: one of few, whatever callers send. */
export function classOfPath(path: string): Answered {
  const [, first = '', second = '', third = ''] = path.split('/', 4)
  switch (first) {
    case 'api':
      if (second === 'feeds') return 'feeds'
      return isMethodName(third) ? classOfMethod(third) : 'calls'
    case 'v0':
      return 'catalog'
    case 'mcp':
      return 'assistants'
    case 'assets':
    case 'docs':
    case '':
      return 'pages'
    default:
      return 'daemon'
  }
}
