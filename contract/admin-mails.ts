import { z } from 'zod'
import { SeenChange, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'
import { fault } from './said.ts'
import { hasUnknownPlaceholder } from './values/admin-mails.ts'

/** Mails whose texts administrators may write. */
export const WRITTEN_MAILS = ['welcome', 'first_image', 'training_ready', 'back'] as const
const WrittenMail = z.enum(WRITTEN_MAILS)
export type WrittenMail = z.infer<typeof WrittenMail>

/** A mail in one language; `{site}` stands for the name of the brand, and an empty line parts two paragraphs. */
const MailWording = z.strictObject({
  subject: visibleText(120),
  text: visibleText(2000),
  button: visibleText(60),
})
export type MailWording = z.infer<typeof MailWording>

const Wordings = z.strictObject({ en: MailWording, es: MailWording })
export type Wordings = z.infer<typeof Wordings>

const WrittenWording = MailWording.superRefine((wording, context) => {
  for (const [field, text] of Object.entries(wording)) {
    if (hasUnknownPlaceholder(text))
      context.addIssue({ code: 'custom', path: [field], message: fault('console.onlySite') })
  }
})

const AdminMail = z.object({
  kind: WrittenMail,
  wordings: Wordings,
  /** Whether an administrator wrote them. */
  changed: z.boolean(),
  /** Null: never. */
  changed_at: Timestamp.nullable(),
  can_undo: z.boolean(),
  /** Sent in the last 30 days. */
  sent: z.number().int(),
})
export type AdminMail = z.infer<typeof AdminMail>

const KindParams = z.object({ kind: z.string().max(40) })

export const adminMails = {
  list: endpoint({
    ...routes.adminMails.list,
    access: 'admin',
    summary: 'Emails that come once, and their texts',
    response: z.object({ results: z.array(AdminMail) }),
  }),
  change: endpoint({
    ...routes.adminMails.change,
    access: 'admin',
    summary: "Write the texts of an email; null goes back to the program's own",
    params: KindParams,
    body: z.strictObject({
      wordings: z.strictObject({ en: WrittenWording, es: WrittenWording }).nullable(),
      changed_at: SeenChange,
    }),
    response: AdminMail,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...routes.adminMails.undo,
    access: 'admin',
    summary: 'Go back to the texts of before the last change',
    params: KindParams,
    body: z.strictObject({ changed_at: SeenChange }),
    response: AdminMail,
    errors: ['not_found', 'conflict'],
  }),
  preview: endpoint({
    ...routes.adminMails.preview,
    access: 'admin',
    summary: 'An email as it would be sent by a brand; changes nothing',
    params: KindParams,
    body: z.strictObject({
      wording: MailWording,
      brand: z.string().max(40),
      language: z.enum(['en', 'es']),
    }),
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    errors: ['not_found'],
  }),
}
