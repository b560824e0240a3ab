import { z } from 'zod'
import { IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

export const adminViews = {
  open: endpoint({
    ...routes.adminViews.open,
    access: 'admin',
    summary:
      'See the site as a person does: the key of a session of theirs in which nothing can be changed, for 15 minutes; the person is told by email',
    params: IdParams,
    body: z.strictObject({
      reason: z.string().trim().min(3, fault('requests.sayWhy')).max(500),
    }),
    statuses: [201],
    response: z.object({ key: z.string(), until: Timestamp }),
    errors: ['conflict'],
  }),
  close: endpoint({
    ...routes.adminViews.close,
    access: 'session',
    summary: 'End a session that sees the site as somebody else does',
    allowsViewer: true,
    body: z.strictObject({}),
    response: Nothing,
    errors: ['conflict'],
  }),
}
