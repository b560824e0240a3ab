import { useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { BrandForm } from '../settings/brand-form.tsx'
import { useBrands } from '../api/use-installation.ts'
import { TableState } from '#web/ui/data-table.tsx'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'
import { useLookWords } from './use-form-words.ts'

function LookForm({ brand: now, onDone, skip }: StepProps & { brand: AdminBrand }) {
  const t = useTexts()
  const words = useLookWords()
  // The form began from this one: it changes with what is saved here, and not with what somebody else saves.
  const [brand, setBrand] = useState(now)
  return (
    <BrandForm
      brand={brand}
      saved={now}
      save={t('save')}
      words={words}
      onChanged={setBrand}
      onSaved={onDone}
    >
      {skip}
    </BrandForm>
  )
}

/** Name, logo and color of the main brand. */
export function SiteStep(props: StepProps) {
  const brands = useBrands()
  const brand = brands.data?.results[0]
  if (!brand) return <TableState isError={brands.isError} onRetry={() => void brands.refetch()} />
  return <LookForm key={brand.id} brand={brand} {...props} />
}
