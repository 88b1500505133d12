/** Members that a row has as 0 or another stand-in because the model requires them, and that are not known. */
export function listUnknownMembers({ metadata }: { readonly metadata?: unknown }): readonly unknown[] {
  const members =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'unknown') : undefined
  return Array.isArray(members) ? members : []
}

/** Whether the number that a row has as a member is known. */
export function knowsMember(row: { readonly metadata?: unknown }, member: string): boolean {
  return !listUnknownMembers(row).includes(member)
}
