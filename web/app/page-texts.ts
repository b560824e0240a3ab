import english from '#web/messages/en/pages.json'
import { textsOf } from '#web/lib/texts.ts'

/** Texts of more than one page; the title and description of each are in a file of its own in `messages/<language>/pages/`. */
export const { textsIn } = textsOf('pages', english)
