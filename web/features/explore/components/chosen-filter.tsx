import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../texts.ts'

/** A filter that a link brought, with the button that ends it. */
export function ChosenFilter({ label, onClear }: { label: string; onClear(): void }) {
  const t = useTexts()
  return (
    <Button
      variant="default"
      radius="xl"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('filter.clear', { label })}
      onClick={onClear}
    >
      {label}
    </Button>
  )
}
