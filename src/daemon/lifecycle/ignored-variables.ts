import { settingsPathOf } from '../../api/envelope/source-ids.js'
import { declaredOf, servedVenueIds } from '../../venues/registry.js'

/** An environment variable of upstream's server that is set and that the daemon does not read. */
export interface UnreadVariable {
  readonly name: string
  /** Without the value: addresses may carry keys. */
  readonly message: string
}

/**
 * Finds upstream's environment variables that are set and would send a venue's orders and keys to another host or
 * network.
 */
export function findIgnoredVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly UnreadVariable[] {
  return servedVenueIds.flatMap((id) =>
    Object.entries(declaredOf(id)?.unread ?? {})
      .filter(([name]) => (environment[name]?.trim() ?? '') !== '')
      .map(([name, host]) => ({ name, message: `${name} is set but ignored: ${wayOut(id, host)}` })),
  )
}

function wayOut(id: (typeof servedVenueIds)[number], host: string | false): string {
  return host === false
    ? `it would move requests of ${id} to another network. Unset it.`
    : `it would move requests of ${id}, orders and keys among them, to another host. Unset it, or set ${settingsPathOf(id)}.hosts.${host}.`
}
