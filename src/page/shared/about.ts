/** The daemon's own facts for the page. */
export interface About {
  readonly now: number
  readonly venues: readonly { readonly id: string; readonly name: string }[]
  readonly searchesAll: boolean
  readonly pins: boolean
  readonly recording: boolean
}
