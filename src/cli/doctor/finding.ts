/** How something stands: fine, worth knowing, or in the way. */
type State = 'ok' | 'note' | 'bad'

/** What `doctor` found out about one thing. */
export interface Finding {
  /** The heading that it stands under. */
  readonly room: 'machine' | 'files' | 'network' | 'venues'
  /** What it is about, in a word or two: `node`, `port`, `kalshi api`. */
  readonly subject: string
  readonly state: State
  /** What was found, in one line. */
  readonly said: string
  /** The command or the setting that mends it. */
  readonly mend?: string
  /** Figures behind the line, for programs. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Makes findings of one room. */
export function findingsOf(room: Finding['room']) {
  const make =
    (state: State) =>
    (subject: string, said: string, more: Pick<Finding, 'mend' | 'facts'> = {}): Finding => ({
      room,
      subject,
      state,
      said,
      ...more,
    })
  return { ok: make('ok'), note: make('note'), bad: make('bad') }
}
