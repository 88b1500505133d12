import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type PostManner, toNativePost } from './native-post.js'
import { toNativeQuestion } from './native-question.js'
import { type Post, questionsOf } from './posts.js'

type Native = Readonly<Record<string, unknown>>

/** A post without a question to forecast, which lists include by default (venues/metaculus/README.md). */
export interface Extra {
  readonly id: number
  readonly type: 'notebook' | 'conditional'
  readonly title: string
  readonly render: (context: MockContext, manner: PostManner) => Native
}

/** Numbers that no event of the world has. */
const NOTEBOOK = 990_000_001
const CONDITIONAL = 990_000_002

/** Returns one notebook, and one conditional over the first two single questions of the list. */
export function extrasOf(posts: readonly Post[]): readonly Extra[] {
  const [condition, child] = posts.filter(({ kind }) => kind === 'binary')
  if (condition === undefined || child === undefined) return []
  return [notebook(condition), conditional(condition, child)]
}

function notebook(host: Post): Extra {
  const title = 'How this demo world came to be'
  return {
    id: NOTEBOOK,
    type: 'notebook',
    title,
    render: (context, manner) => ({
      ...withoutContent(toNativePost(context, host, manner)),
      id: NOTEBOOK,
      title,
      slug: 'how-this-demo-world-came-to-be',
      status: 'approved',
      nr_forecasters: 0,
      forecasts_count: 0,
      notebook: { id: NOTEBOOK, markdown: 'Nothing here is real.', edited_at: toIso(host.event.opensAt) },
    }),
  }
}

function conditional(condition: Post, child: Post): Extra {
  const title = `${condition.event.title} → ${child.event.title}`
  const part = (context: MockContext, post: Post, manner: PostManner): Native => {
    const [question] = questionsOf(post)
    return question === undefined ? {} : toNativeQuestion(context, question, manner)
  }
  return {
    id: CONDITIONAL,
    type: 'conditional',
    title,
    render: (context, manner) => {
      const branch = (number: number): Native => ({
        ...part(context, child, manner),
        id: CONDITIONAL + number,
        post_id: CONDITIONAL,
        aggregations: {},
      })
      return {
        ...withoutContent(toNativePost(context, child, manner)),
        id: CONDITIONAL,
        title,
        slug: 'one-thing-given-another',
        conditional: {
          id: CONDITIONAL,
          condition: part(context, condition, manner),
          condition_child: part(context, child, manner),
          question_yes: branch(1),
          question_no: branch(2),
        },
      }
    },
  }
}

function withoutContent({ question: _question, ...post }: Native): Native {
  return post
}
