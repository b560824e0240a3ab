import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { type Route, route } from '#server/platform/route.ts'
import { parseIdempotencyKey } from '../submit/idempotency.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { propose, type ProposeDeps, type ProposeInput } from './propose.ts'

/** Routes under /api/proposals/. */
export function createProposalRoutes(deps: ProposeDeps): Route[] {
  const header = IDEMPOTENCY_KEY_HEADER.toLowerCase()
  const keyOf = (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    asked: ProposeInput['asked'],
  ) => parseIdempotencyKey(headers[header], () => hashRequest(asked))
  return [
    route(api.proposals.improvePrompt, ({ caller, body, headers }) => {
      const asked = { task: 'improve_prompt' as const, prompt: body.prompt }
      return propose(deps, { caller, asked, key: keyOf(headers, asked), price: body.price })
    }),
    route(api.proposals.describeImage, ({ caller, body, headers }) => {
      const asked = { task: 'describe_image' as const, image: body.image }
      return propose(deps, { caller, asked, key: keyOf(headers, asked), price: body.price })
    }),
  ]
}
