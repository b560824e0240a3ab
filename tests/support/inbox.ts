import { rawRequest } from './raw-http.ts'

export interface ReceivedMail {
  id: string
  to: string
  sender: string
  subject: string
  text: string
  html: string
  links: string[]
}

/** The mails to an address as /dev/inbox.json shows them, newest first. */
export async function mailsTo(app: { url: string }, email: string): Promise<ReceivedMail[]> {
  const { body } = await rawRequest(app, '/dev/inbox.json', { method: 'GET' })
  return (body as ReceivedMail[]).filter(({ to }) => to === email)
}

/** A value in the query of a mail's first link. */
export function linkValue(mail: ReceivedMail | undefined, name: string): string {
  const value = new URL(mail?.links[0] ?? 'none:').searchParams.get(name)
  if (value === null) throw new Error(`The mail has no link with ${name}`)
  return value
}
