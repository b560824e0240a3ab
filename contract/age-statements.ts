import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'
import { STATED_PEOPLE } from './values/age-statements.ts'

export const StatedPerson = z.enum(STATED_PEOPLE)
export type StatedPerson = z.infer<typeof StatedPerson>

/** Photos and studios of one statement. */
const MOST = 20

/** Answered with `age_statement_required`: what the statement is missing for. */
export interface AgeStatementNeeded {
  about: string[]
}

export const AgeStatement = z.object({
  /** A photo that was uploaded, an image that was made, or a studio. */
  about: Id,
  person: StatedPerson,
  version: z.string(),
  stated_at: Timestamp,
})
export type AgeStatement = z.infer<typeof AgeStatement>

/** A statement in the export of an account. */
export const KeptAgeStatement = AgeStatement.extend({
  /** As it was stated. */
  text: z.string(),
})

export const ageStatements = {
  about: endpoint({
    ...routes.ageStatements.about,
    access: 'user',
    summary: 'Who is in a photo, an image or a studio, where it was stated',
    query: z.object({ about: Id }),
    response: z.object({ results: z.array(AgeStatement) }),
  }),
  state: endpoint({
    ...routes.ageStatements.state,
    access: 'user',
    summary:
      'State that photos or a studio show an adult, or the own child; what shows a child is neither public nor shared from then on',
    body: z.strictObject({
      about: z.array(Id).min(1).max(MOST),
      person: StatedPerson,
      version: z.string().max(40),
    }),
    response: z.object({ results: z.array(AgeStatement) }),
    statuses: [201],
    errors: ['conflict'],
  }),
}
