import { Text, Title } from '@mantine/core'
import type { PriceTable } from '#contract/plans-and-prices.ts'
import { useSite } from '#web/lib/site.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { numbersOf, questionsOf } from './faq-items.ts'
import classes from './faq.module.css'
import { useTexts } from './texts.ts'

/** Questions and answers of the brand; several may be open at once. They open without any script. */
export function Faq({ headingOrder, prices }: { headingOrder: 1 | 2; prices: PriceTable }) {
  const t = useTexts()
  const { brand, site } = useSite()
  const can = useCapabilities()
  const numbers = numbersOf({ credits: site.freeCredits, prices })
  const Question = headingOrder === 1 ? 'h2' : 'h3'
  return (
    <>
      <Title order={headingOrder} mb="lg">
        {t('title')}
      </Title>
      <div className={classes.items}>
        {questionsOf(brand.faq, can).map((name) => (
          <details key={name} className={classes.item}>
            <summary className={classes.summary}>
              <Question className={classes.question}>{t(`faq.${name}.question`)}</Question>
            </summary>
            <Text className={classes.answer}>{t(`faq.${name}.answer`, numbers)}</Text>
          </details>
        ))}
      </div>
    </>
  )
}
