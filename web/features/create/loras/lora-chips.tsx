import { ActionIcon, Badge, Button, Group, NumberInput, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { trainedLorasQuery } from '../api/trained-loras.ts'
import type { GenerationForm, KnownLoras } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { Problem } from '#web/ui/problem.tsx'
import classes from '../components/create.module.css'
import { dropLora, type LoraChip, loraChips, reweigh } from './chips-of-form.ts'
import { useTexts } from './texts.ts'

/** The LoRAs that the prompt names or that were picked: each with its weight, and why it cannot be used. */
export function LoraChips({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { loras } = useAbilities(form.model)
  const chips = loraChips(form, useKnownLoras(form, loras), t)
  if (chips.length === 0 && problem === undefined) return null
  const flaws = new Set(chips.flatMap((chip) => (chip.problem === null ? [] : [chip.problem])))
  return (
    <Stack gap={4}>
      <Group gap={6} role="list" aria-label={t('loraChip.list')}>
        {chips.map((chip) => (
          <Chip
            key={`${chip.source}-${chip.place}`}
            chip={chip}
            onWeight={(weight) => change(reweigh(form, chip, weight))}
            onDrop={() => change(dropLora(form, chip))}
          />
        ))}
      </Group>
      {[...flaws].map((flaw) => (
        <Text key={flaw} size="xs" c="yellow" role="status">
          {flaw}
        </Text>
      ))}
      {/* A chip that says what is wrong has said it. */}
      <Problem>{problem !== undefined && flaws.size === 0 && problem}</Problem>
    </Stack>
  )
}

/** With those that the person trained, which no engine lists; null as long as they are not known and could be meant. */
function useKnownLoras(form: GenerationForm, listed: KnownLoras | null): KnownLoras | null {
  const { isLoggedIn } = useSession()
  const names = [
    ...form.loras.map(({ model }) => model),
    ...parseLoraTags(form.prompt).map(({ name }) => name),
  ]
  const isAsked = isLoggedIn && listed !== null && names.some((name) => !listed.has(name))
  const { data, isPending } = useQuery({
    ...trainedLorasQuery,
    enabled: isAsked,
  })
  if (listed === null || !isAsked) return listed
  if (isPending) return null
  return new Map([...listed, ...(data ?? []).map(({ name }) => [name, null] as const)])
}

function Chip({
  chip,
  onWeight,
  onDrop,
}: {
  chip: LoraChip
  onWeight: (weight: number) => void
  onDrop: () => void
}) {
  const t = useTexts()
  const [opened, { toggle, close }] = useDisclosure(false)
  const { min, max } = LIMITS.loraWeight
  const shown = Number.isNaN(chip.weight) ? '?' : String(chip.weight)
  return (
    <Badge
      role="listitem"
      variant="light"
      size="lg"
      {...(chip.problem !== null && { color: 'yellow' })}
      className={classes.loraChip}
      rightSection={
        <ActionIcon
          variant="transparent"
          size={24}
          color="currentColor"
          aria-label={t('loraChip.remove', { lora: chip.name })}
          onClick={onDrop}
        >
          <IconX size={14} />
        </ActionIcon>
      }
    >
      {chip.name}{' '}
      <Popover opened={opened} onChange={close} onDismiss={close} trapFocus withArrow>
        <Popover.Target>
          <Button
            variant="subtle"
            color="currentColor"
            size="compact-xs"
            className={classes.loraWeight}
            aria-label={t('loraChip.weightOf', { lora: chip.name, weight: shown })}
            aria-expanded={opened}
            onClick={toggle}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('loraChip.weightDialog', { lora: chip.name })}>
          <NumberInput
            label={t('loraChip.weight')}
            description={t('loraChip.weightHint', { min, max })}
            min={min}
            max={max}
            step={0.05}
            decimalScale={2}
            clampBehavior="none"
            value={Number.isNaN(chip.weight) ? '' : chip.weight}
            onChange={(value) => typeof value === 'number' && onWeight(value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              close()
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Badge>
  )
}
