import { Text } from '@mantine/core'
import {
  LIMITS_OF_BUILT_IN,
  TOOL_FACTS,
  type ToolFacts,
  VIDEO_FACTS,
} from '#contract/tool-facts.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import classes from '../frame/tool.module.css'
import { useTexts } from './texts.ts'

/** Of what the built-in engine does. */
const NAMED = { ...TOOL_FACTS, video: VIDEO_FACTS }

export type NamedFacts = keyof typeof NAMED

/**
 * How a tool works and what it cannot do. A model is named where somebody chose it; which network does the work of a tool is the
 * operator's choice, and the details of a result name it.
 */
export function FactsText({ facts }: { facts: NamedFacts | ToolFacts }) {
  const t = useTexts()
  const added: readonly string[] = useCapabilities().added_tools
  const { model, besides, licence, limits }: ToolFacts =
    typeof facts === 'string' ? NAMED[facts] : facts
  const isAdded = typeof facts === 'string' && added.includes(facts)
  const left = isAdded ? limits.filter((limit) => !LIMITS_OF_BUILT_IN.includes(limit)) : limits
  const chosen =
    licence === '' ? t('facts.modelOnly', { model }) : t('facts.model', { model, license: licence })
  return (
    <div className={classes.facts}>
      <Text size="sm">
        {typeof facts === 'string' ? (
          <>
            {besides && `${t(`facts.besides.${besides}`)} `}
            {t('facts.details')}
          </>
        ) : (
          chosen
        )}
      </Text>
      {left.length > 0 && (
        <>
          <Text size="sm" fw={700} mt={8}>
            {t('facts.cannot')}
          </Text>
          <ul>
            {left.map((limit) => (
              <li key={limit}>{t(`limit.${limit}`)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
