import type english from '#web/messages/en/job-names.json'
import { useTexts } from './texts.ts'

type NameIn<Key> = Key extends `name.${infer Type}` ? Type : never

/** A type of job that people know by name. */
export type NamedType = NameIn<keyof typeof english>

/** What jobs of a type are called. */
export function useTypeName(): (type: NamedType) => string {
  const t = useTexts()
  return (type) => t(`name.${type}`)
}
