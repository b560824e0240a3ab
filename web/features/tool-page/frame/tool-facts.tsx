import { lazy, memo, Suspense } from 'react'
import type { ToolFacts as Facts } from '#contract/tool-facts.ts'
import { handleError } from '#web/lib/errors.ts'
import type { NamedFacts } from '../facts/facts-text.tsx'
import { useTexts } from '../texts.ts'
import classes from './tool.module.css'

/** Facts that are known have a name; those of other people's models come from their engine. */
export type AnyFacts = NamedFacts | Facts

const nothing = (_props: { facts: AnyFacts }) => null

/** Where they cannot be loaded, the page goes on without them. */
const FactsText = lazy(async () => ({
  default: await import('../facts/facts-text.tsx').then(
    (facts) => facts.FactsText,
    (error: unknown) => {
      handleError(error)
      return nothing
    },
  ),
}))

/**
 * Which model does the work of a tool, under which license, and what it cannot do. The server writes it into the page; in
 * the browser its code comes later, and until then what the server wrote stays: only other facts draw it again.
 */
export const ToolFacts = memo(function ToolFacts({ facts }: { facts: AnyFacts }) {
  return (
    <Suspense fallback={<div className={classes.facts} />}>
      <FactsText facts={facts} />
    </Suspense>
  )
})

/** The same beside the fields, for those who ask. */
export function FoldedFacts({ facts }: { facts: AnyFacts }) {
  const t = useTexts()
  return (
    <details className={classes.folded}>
      <summary>{t('facts.about')}</summary>
      <ToolFacts facts={facts} />
    </details>
  )
}
