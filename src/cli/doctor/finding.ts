/** How something stands: fine, worth knowing, or in the way. */
type State = 'ok' | 'note' | 'bad'

/** What `doctor` found out about one thing. */
export interface DoctorFinding {
  /** The heading that it stands under. */
  readonly group: 'machine' | 'files' | 'network' | 'venues'
  /** What it is about, in a word or two: `node`, `port`, `kalshi api`. */
  readonly check: string
  readonly state: State
  /** What was found, in one line. */
  readonly message: string
  /** The command or the setting that mends it. */
  readonly fix?: string
  /** Figures behind the line, for programs. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Makes findings of one room. */
export function findingsOf(room: DoctorFinding['group']) {
  const make =
    (state: State) =>
    (subject: string, said: string, more: Pick<DoctorFinding, 'fix' | 'facts'> = {}): DoctorFinding => ({
      group: room,
      check: subject,
      state,
      message: said,
      ...more,
    })
  return { ok: make('ok'), note: make('note'), bad: make('bad') }
}
