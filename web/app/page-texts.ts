import english from '#web/messages/en/pages.json'
import { textsOf } from '#web/lib/texts.ts'

const { textsIn, useTexts } = textsOf('pages', english)
export { textsIn, useTexts }

type Key = keyof typeof english

/** A page by the name of its title. */
export type Page = Key extends infer K ? (K extends `title.${infer Name}` ? Name : never) : never

/** Whether there is such a text; not every page has a description. */
export const hasText = (key: string): key is Key => key in english
