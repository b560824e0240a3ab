import { Anchor, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from './texts.ts'

/** Who runs this installation, as its configuration says, and how to reach them. */
export function Operator() {
  const t = useTexts()
  const {
    site: { operator, support },
  } = useSite()
  const lines = [operator.name, ...operator.address].filter((line) => line !== null)
  return (
    <section>
      <Title order={2} fz="lg">
        {t('operator.heading')}
      </Title>
      {lines.length > 0 ? (
        <address>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      ) : (
        <p>{t('operator.unnamed')}</p>
      )}
      <p>
        {t.rich('operator.contact', {
          link: <Anchor href={support} inherit underline="always" />,
        })}
      </p>
    </section>
  )
}
