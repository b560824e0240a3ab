import { Accordion, Text, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { faqItems } from '../faq-items.ts'

/** Questions and answers of the brand; several may be open at once. */
export function Faq({ headingOrder }: { headingOrder: 1 | 2 }) {
  const { brand } = useSite()
  return (
    <>
      <Title order={headingOrder} mb="lg">
        Questions and answers
      </Title>
      <Accordion multiple variant="separated" radius="lg" order={headingOrder === 1 ? 2 : 3}>
        {faqItems[brand.faq].map(({ question, answer }) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>
              <Text fw={700}>{question}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text maw="68ch">{answer}</Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
