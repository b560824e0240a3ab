import { Accordion, Text, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { faqItems } from './faq-items.ts'
import { useTexts } from './texts.ts'

/** Questions and answers of the brand; several may be open at once. */
export function Faq({ headingOrder }: { headingOrder: 1 | 2 }) {
  const t = useTexts()
  const { brand } = useSite()
  return (
    <>
      <Title order={headingOrder} mb="lg">
        {t('title')}
      </Title>
      <Accordion multiple variant="separated" radius="lg" order={headingOrder === 1 ? 2 : 3}>
        {faqItems[brand.faq].map((name) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Text fw={700}>{t(`faq.${name}.question`)}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text maw="68ch">{t(`faq.${name}.answer`, { images: FREE_PICTURES_A_MONTH })}</Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
