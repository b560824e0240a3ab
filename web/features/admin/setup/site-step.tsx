import { BrandForm } from '../settings/brand-form.tsx'
import { useBrands } from '../api/use-installation.ts'
import { TableState } from '#web/ui/data-table.tsx'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'
import { useLookWords } from './use-form-words.ts'

/** How the main brand looks. */
export function SiteStep({ onDone, skip }: StepProps) {
  const t = useTexts()
  const words = useLookWords()
  const brands = useBrands()
  const brand = brands.data?.results[0]
  if (!brand) return <TableState isError={brands.isError} onRetry={() => void brands.refetch()} />
  return (
    <BrandForm key={brand.id} brand={brand} save={t('save')} words={words} onSaved={onDone}>
      {skip}
    </BrandForm>
  )
}
