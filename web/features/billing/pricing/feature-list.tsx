import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { PlanOffer } from '#contract/plans-and-prices.ts'
import { boldParts } from '../lib/prices.ts'
import classes from './pricing.module.css'
import { useTexts } from './texts.ts'

/** What a plan has and what not; parts in double braces are bold. */
export function FeatureList({ features }: { features: PlanOffer['features'] }) {
  const t = useTexts()
  return (
    <ul className={classes.features}>
      {features.map(({ feature, available }) => (
        <li key={feature} data-missing={!available || undefined}>
          {available ? (
            <IconCheck size={18} color="var(--mantine-primary-color-filled)" aria-hidden="true" />
          ) : (
            <IconX size={18} aria-hidden="true" />
          )}
          <span>
            {!available && <VisuallyHidden>{t('featureList.notIncluded')} </VisuallyHidden>}
            {boldParts(feature).map(({ text, bold }) =>
              bold ? <strong key={text}>{text}</strong> : text,
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
