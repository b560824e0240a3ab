import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useBrands, useUndoBrand } from '../api/use-installation.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { SitePictures } from '../pictures/site-pictures.tsx'
import { brandFieldName } from '../settings/brand-fields.ts'
import { BrandForm } from '../settings/brand-form.tsx'
import { BrandContentForm } from './brand-content-form.tsx'
import classes from './brands.module.css'

/** The page around it shows the brand as it was when the page was loaded. */
const reload = () => window.location.reload()

function BrandEditor({ brand: now }: { brand: AdminBrand }) {
  // The forms began from this one: it changes with what is saved here, and not with what somebody else saves.
  const [brand, setBrand] = useState(now)
  const undo = useUndoBrand()
  return (
    <Stack gap="xl" className={classes.editor}>
      <Group>
        {brand.changed.length === 0 ? (
          <Text c="dimmed">Nothing was changed: everything is as in the file of the brand.</Text>
        ) : (
          <>
            <Text>Changed:</Text>
            {brand.changed.map((field) => (
              <Badge key={field} variant="light" color="gray">
                {brandFieldName(field)}
              </Badge>
            ))}
          </>
        )}
        {brand.can_undo && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => void undo.mutateAsync(brand).then(reload, () => {})}
          >
            Undo the last change
          </Button>
        )}
      </Group>
      <section aria-labelledby="look" className={classes.section}>
        <Title order={2} id="look" fz="lg">
          Name, logo and color
        </Title>
        <BrandForm
          brand={brand}
          saved={now}
          save="Save the look"
          onChanged={setBrand}
          onSaved={reload}
        />
      </section>
      <SitePictures group="home" brand={brand.id} />
      <SitePictures group="styles" />
      <BrandContentForm brand={brand} saved={now} onChanged={setBrand} onSaved={reload} />
    </Stack>
  )
}

/** Name, look, texts and offer of each site. */
export function BrandsPage() {
  const brands = useBrands()
  const [chosen, setChosen] = useState<string | null>(null)
  const list = brands.data?.results ?? []
  const brand = list.find(({ id }) => id === chosen) ?? list[0]
  return (
    <AdminFrame title="Brands">
      {brand ? (
        <>
          <Segments
            aria-label="Brand"
            value={brand.id}
            data={list.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
            className={classes.choice}
          />
          <BrandEditor key={brand.id} brand={brand} />
        </>
      ) : (
        <TableState isError={brands.isError} onRetry={() => void brands.refetch()} />
      )}
    </AdminFrame>
  )
}
