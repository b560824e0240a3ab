import { Text } from '@mantine/core'
import { TOOL_FACTS, type ToolFacts, VIDEO_FACTS } from '#contract/tool-facts.ts'
import classes from '../frame/tool.module.css'
import { useTexts } from './texts.ts'

/** Of what the built-in engine does. */
const NAMED = { ...TOOL_FACTS, video: VIDEO_FACTS }

export type NamedFacts = keyof typeof NAMED

/** Which model does the work of a tool, under which license, and what it cannot do. */
export function FactsText({ facts }: { facts: NamedFacts | ToolFacts }) {
  const t = useTexts()
  const shown: ToolFacts = typeof facts === 'string' ? NAMED[facts] : facts
  const { besides, licence, limits } = shown
  const model = { model: shown.model, license: licence }
  return (
    <div className={classes.facts}>
      <Text size="sm">
        {besides
          ? t(`facts.besides.${besides}`, model)
          : licence === ''
            ? t('facts.modelOnly', { model: shown.model })
            : t('facts.model', model)}
      </Text>
      <Text size="sm" fw={700} mt={8}>
        {t('facts.cannot')}
      </Text>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{t(`limit.${limit}`)}</li>
        ))}
      </ul>
    </div>
  )
}
