import english from '#web/messages/en/tool-names.json'
import { textsOf } from '../texts.ts'

export const { useTexts, textsIn } = textsOf('tool-names', english)

type NameIn<Key> = Key extends `job.${infer Type}` ? Type : never

/** A type of job that people know by name. */
export type NamedType = NameIn<keyof typeof english>

/** Whether a text is there; not every tool has a sample. */
export const hasText = (key: string): key is keyof typeof english => key in english
