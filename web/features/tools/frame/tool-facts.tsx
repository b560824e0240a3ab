import { Text } from '@mantine/core'
import type { ToolFacts as Facts } from '#contract/tool-facts.ts'
import { useTexts } from '../texts.ts'
import classes from './tool.module.css'

/** Which model does the work of a tool, under which license, and what it cannot do. */
export function ToolFacts({ facts }: { facts: Facts }) {
  const t = useTexts()
  const { besides, licence, limits } = facts
  const model = { model: facts.model, license: licence }
  return (
    <div className={classes.facts}>
      <Text size="sm">
        {besides
          ? t(`facts.besides.${besides}`, model)
          : licence === ''
            ? t('facts.modelOnly', { model: facts.model })
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

/** The same beside the fields, for those who ask. */
export function FoldedFacts({ facts }: { facts: Facts }) {
  const t = useTexts()
  return (
    <details className={classes.folded}>
      <summary>{t('facts.about')}</summary>
      <ToolFacts facts={facts} />
    </details>
  )
}
