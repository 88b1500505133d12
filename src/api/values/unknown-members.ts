/** Lists the members of a row that are 0 or another placeholder because the model requires them, and that are unknown. */
export function listUnknownMembers({ metadata }: { readonly metadata?: unknown }): readonly unknown[] {
  const members =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'unknown') : undefined
  return Array.isArray(members) ? members : []
}

/** Whether the value of a numeric member of a row is known. */
export function knowsMember(row: { readonly metadata?: unknown }, member: string): boolean {
  return !listUnknownMembers(row).includes(member)
}
