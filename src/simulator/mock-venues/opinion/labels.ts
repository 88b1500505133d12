import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldSeries } from '../../world/common/types.js'

export interface Label {
  readonly labelId: number
  readonly labelName: string
  readonly imageUrl: string
  readonly imageMobileUrl: string
}

/** First id of labels that operators add to the categories (README.md). */
const FIRST_EXTRA = 100_001

/** Returns all labels. Categories have small ids; tags without a category are labels of the second kind. */
export function listLabels({ world }: Pick<MockContext, 'world'>): readonly Label[] {
  const categories = [...new Set(world.series.map((series) => series.category))]
  const extras = world.tags.filter((tag) => !categories.includes(tag))
  return [
    ...categories.map((name, index) => label(index + 1, name)),
    ...extras.map((name, index) => label(FIRST_EXTRA + index, name)),
  ]
}

function label(labelId: number, labelName: string): Label {
  const imageUrl = `https://images.example/opinion/label-${labelId}.png`
  return { labelId, labelName, imageUrl, imageMobileUrl: imageUrl }
}

/** Returns the category of a series and possibly one more label, in no fixed order. */
export function labelsOf(
  context: Pick<MockContext, 'world'>,
  series: WorldSeries,
): { readonly labels: readonly string[]; readonly labelIds: readonly number[] } {
  const known = listLabels(context)
  const names = series.index % 3 === 0 ? [series.tags[0], series.category] : [series.category]
  const found = [...new Set(names)].flatMap((name) => known.filter(({ labelName }) => labelName === name))
  return { labels: found.map(({ labelName }) => labelName), labelIds: found.map(({ labelId }) => labelId) }
}
