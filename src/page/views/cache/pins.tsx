import { agoText, shortId, UNKNOWN_TEXT } from '../../shared/labels.js'
import { Card, Empty, Shown, Table } from '../../shared/parts.js'
import { fetchPlain } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

const EVERY_MS = 10_000

interface Capture {
  readonly outcomeId: string
  readonly resolution: string
  readonly capturedTo?: number
  readonly at?: number
  readonly nextAt: number
  readonly done?: true
  readonly problem?: string
}

interface Pins {
  readonly kind: 'kept' | 'none' | 'damaged'
  readonly problem?: string
  readonly pins: readonly {
    readonly venue: string
    readonly id: string
    readonly pinnedAt: number
    readonly outcomes: readonly {
      readonly outcomeId: string
      readonly label?: string
      readonly market?: string
    }[]
    readonly captures: readonly Capture[]
  }[]
}

/** Shows the pinned series and their progress. */
export function PinsCard() {
  const pins = useRequest(
    'pins',
    async (signal) => (await fetchPlain<Pins>('/ui/pins', { signal })).data,
    EVERY_MS,
  )
  return (
    <Card title="Pins" note="stored while the daemon is running">
      <Shown of={pins} what="Loading the pins">
        {(known) =>
          known.kind === 'damaged' ? (
            <p class="state failure">{known.problem}</p>
          ) : known.kind === 'none' ? (
            <Empty>
              This daemon does not capture pins, because it is recording, replaying, or caching in memory
              only.
            </Empty>
          ) : known.pins.length === 0 ? (
            <Empty>
              Nothing is pinned. <code>pmx-local pin &lt;venue&gt; &lt;market&gt;</code> stores the candles of
              a market before its venue deletes them.
            </Empty>
          ) : (
            <PinTable pins={known.pins} />
          )
        }
      </Shown>
    </Card>
  )
}

function PinTable({ pins }: { readonly pins: Pins['pins'] }) {
  const now = Date.now()
  return (
    <Table name="Progress of the pins" columns={['Pinned', 'Stored', { number: 'Next' }]}>
      {pins.map(({ venue, id, outcomes, captures }) => {
        const steps = captures.length
        const done = captures.filter(({ at }) => at !== undefined).length
        const next = captures.filter((capture) => capture.done !== true).map(({ nextAt }) => nextAt)
        const problem = captures.find((capture) => capture.problem !== undefined)?.problem
        const title = outcomes.find(({ market }) => market !== undefined)?.market ?? shortId(id, 40)
        return (
          <tr key={`${venue} ${id}`}>
            <td>
              {title} <span class="note">{venue}</span>
              {problem !== undefined && <p class="bad small">{problem}</p>}
            </td>
            <td>
              <progress
                max={Math.max(1, steps)}
                value={done}
                aria-label={`${title}: ${done} of ${steps} series stored`}
              />{' '}
              <span class="note">
                {done} of {steps}
              </span>
            </td>
            <td class="num">
              {next.length === 0
                ? steps === 0
                  ? UNKNOWN_TEXT
                  : 'complete'
                : nextText(Math.min(...next), now)}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function nextText(at: number, now: number): string {
  return at <= now ? 'due' : `in ${agoText(now - (at - now), now).replace(' ago', '')}`
}
