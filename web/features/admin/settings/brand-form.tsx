import { Button, FileButton, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { fieldErrorsOf, handleError, isConflict } from '#web/lib/errors.ts'
import { ChangedMeanwhile, useConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { useChangeBrand } from '../api/use-installation.ts'
import { LOOK_WORDS, type LookWords } from './form-words.ts'
import classes from '../setup/setup.module.css'

/** Name, color and logo of a brand. */
export function BrandForm({
  brand,
  saved,
  save,
  onChanged,
  onSaved,
  words = LOOK_WORDS,
  children,
}: {
  brand: AdminBrand
  /** The brand as it is saved now; it differs where somebody else saved since. */
  saved: AdminBrand
  save: string
  /** Called with what was saved, also where the logo was refused after it. */
  onChanged(brand: AdminBrand): void
  onSaved(): void
  words?: LookWords
  children?: ReactNode
}) {
  const [name, setName] = useState(brand.name)
  const [accent, setAccent] = useState(brand.accent)
  const [logo, setLogo] = useState<File | null>(null)
  const change = useChangeBrand(onChanged)
  const errors = fieldErrorsOf(change.error)
  const colorId = useId()
  const isLate = useConflict(isConflict(change.error), change.isPending)
  const names: Record<string, string> = { name: words.name, accent: words.color, logo: words.logo }

  /** @param over the brand that was looked at before */
  async function submit(over: AdminBrand): Promise<void> {
    if (change.isPending) return
    try {
      await change.mutateAsync({
        id: brand.id,
        changed_at: over.changed_at,
        logo,
        ...(name.trim() !== brand.name && { name: name.trim() || null }),
        ...(accent !== brand.accent && { accent }),
      })
      onSaved()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0 && !isConflict(error)) handleError(error)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(brand)
      }}
    >
      <Stack>
        <TextInput
          label={words.name}
          description={words.aboutName(brand.defaults.name)}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={60}
          error={errors['name']}
        />
        <Input.Wrapper
          id={colorId}
          label={words.color}
          description={words.aboutColor}
          error={errors['accent']}
        >
          <Group gap="sm" mt={4}>
            <input
              id={colorId}
              type="color"
              className={classes.color}
              value={accent}
              onChange={({ currentTarget }) => setAccent(currentTarget.value)}
            />
            {/* The shade of a color that is not saved yet is chosen with it. */}
            {accent === brand.accent && (
              <Text size="sm">
                {words.shown}{' '}
                <span className={classes.swatch} style={{ background: brand.shown_accent }} />{' '}
                {brand.shown_accent}
              </Text>
            )}
          </Group>
        </Input.Wrapper>
        <Input.Wrapper
          labelElement="div"
          label={words.logo}
          description={words.aboutLogo}
          error={errors['image']}
        >
          <Group gap="sm" mt={4}>
            {saved.logo !== null && (
              <img src={saved.logo} alt={words.logoNow} width="36" height="36" />
            )}
            <FileButton
              accept="image/png"
              onChange={(file) => {
                change.reset()
                setLogo(file)
              }}
              inputProps={{ 'aria-label': words.logo }}
            >
              {(button) => (
                <Button {...button} variant="default">
                  {words.chooseLogo}
                </Button>
              )}
            </FileButton>
            {logo && <Text size="sm">{logo.name}</Text>}
          </Group>
        </Input.Wrapper>
        {isLate && (
          <ChangedMeanwhile
            saved={{
              name: saved.name,
              accent: saved.accent,
              ...(logo && { logo: saved.logo === null ? '' : words.logoNow }),
            }}
            typed={{
              name: name.trim() === brand.name ? saved.name : name.trim(),
              accent: accent === brand.accent ? saved.accent : accent,
              ...(logo && { logo: logo.name }),
            }}
            nameOf={([field = '']) => names[field] ?? field}
            words={words.changed}
            isSaving={change.isPending}
            onOverwrite={() => void submit(saved)}
          />
        )}
        <Group>
          <Button type="submit" loading={change.isPending}>
            {save}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  )
}
