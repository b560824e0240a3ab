import { z } from 'zod'
import { EmailAddress, Password, SessionKey } from './accounts.ts'
import { Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** What an administrator goes through after their account, in order. */
export const SETUP_STEPS = [
  'security',
  'site',
  'drawing',
  'mail',
  'payments',
  'registration',
  'address',
] as const
export const SetupStepName = z.enum(SETUP_STEPS)
export type SetupStepName = z.infer<typeof SetupStepName>

const SetupStep = z.object({ name: SetupStepName, state: z.enum(['open', 'done', 'skipped']) })
export type SetupStep = z.infer<typeof SetupStep>
/** What an installation for other people needs, in the order of the console. */
export const SETUP_PARTS = [
  'mail',
  'payments',
  'model',
  'address',
  'registration',
  'backup',
] as const
const SetupPart = z.object({
  name: z.enum(SETUP_PARTS),
  /** As it is now, whoever did it; not what somebody ticked off. */
  is_done: z.boolean(),
  /** When it was done last, where that is known. */
  done_at: z.string().nullable(),
})
export type SetupPart = z.infer<typeof SetupPart>
const SetupSteps = z.object({ results: z.array(SetupStep), parts: z.array(SetupPart) })

const Token = z.string().min(1).max(200)

/** The first start: whoever has the printed token becomes the administrator. */
export const setup = {
  read: endpoint({
    ...routes.setup.read,
    access: 'anonymous',
    summary: 'Whether the site still waits for its first administrator',
    response: z.object({ open: z.boolean() }),
  }),
  check: endpoint({
    ...routes.setup.check,
    access: 'anonymous',
    summary: 'Check the token of the link that the program printed',
    body: z.strictObject({ token: Token }),
    response: Nothing,
    errors: ['setup_closed', 'bad_token'],
  }),
  open: endpoint({
    ...routes.setup.open,
    access: 'anonymous',
    summary: 'Open the account of the first administrator, by the token, and log in',
    body: z.strictObject({
      token: Token,
      email: EmailAddress,
      password: Password,
      first_name: z.string().trim().min(1).max(150),
      last_name: z.string().trim().max(150).default(''),
    }),
    response: SessionKey,
    statuses: [201],
    errors: ['setup_closed', 'bad_token', 'conflict'],
  }),
}

export const adminSetup = {
  list: endpoint({
    ...routes.adminSetup.list,
    access: 'admin',
    summary: 'The steps of the setup, and what of the installation is ready for other people',
    response: SetupSteps,
  }),
  mark: endpoint({
    ...routes.adminSetup.mark,
    access: 'admin',
    summary: 'Note that a step is done or skipped, or open it again',
    params: z.object({ step: SetupStepName }),
    body: z.strictObject({ state: z.enum(['open', 'done', 'skipped']) }),
    response: SetupSteps,
  }),
}
