/** Packs, their runs, and sets of headshots. */
export const PACKS = {
  'Ensure the prompt says where the subject is: {mark}.':
    'Asegúrate de que el prompt diga dónde está el protagonista: {mark}.',
  'A pack without a subject has no {mark}.': 'Un paquete sin protagonista no lleva {mark}.',
  'Not of this kind of pack.': 'No corresponde a este tipo de paquete.',
  'Choose one of your trained models.': 'Elige uno de tus modelos entrenados.',
  'The training is for another model.': 'El entrenamiento es para otro modelo.',
  person: 'persona',
  pet: 'mascota',
  object: 'objeto',

  // Sets of headshots
  'Your studio was not trained.': 'Tu estudio no se entrenó.',
  'Your headshots could not be drawn.': 'Tus retratos no se pudieron dibujar.',
  'Your headshots were not ready in time.': 'Tus retratos no estuvieron listos a tiempo.',
  'The card payment for this set was returned.': 'El pago con tarjeta de esta serie se devolvió.',
  '{said} Your credits were returned.': '{said} Te devolvimos los créditos.',
  '{said} Your payment is refunded in full.': '{said} Te reembolsamos el pago completo.',
  'The set was deleted.': 'La serie se eliminó.',
  'The set was stopped.': 'La serie se detuvo.',
  'Sets of headshots are not sold by card on this site.':
    'Este sitio no vende series de retratos con tarjeta.',
  'Ensure a set by card has no more than {count}.':
    'Asegúrate de que una serie con tarjeta no tenga más de {count}.',
  'A set of a shared model is paid by credits.':
    'Una serie de un modelo compartido se paga con créditos.',
  'Headshots are made of a studio for them, with photos of a person.':
    'Los retratos se hacen con un estudio propio, con fotos de una persona.',
  'A set of this studio is being made already.': 'Ya se está haciendo una serie de este estudio.',
  'The payment of this set was refunded or is disputed.':
    'El pago de esta serie se reembolsó o está en disputa.',
  'This headshot is being drawn.': 'Este retrato se está dibujando.',
  'There is no such image of this headshot.': 'Este retrato no tiene esa imagen.',
  'This set was not drawn.': 'Esta serie no se dibujó.',
  'Headshots can be redone within {count} days.':
    'Los retratos se pueden repetir dentro de {count} días.',
  '{count} headshots of a set can be redone for free.':
    'De cada serie se pueden repetir gratis {count} retratos.',
  'The model of this set is deleted.': 'El modelo de esta serie se eliminó.',
  'No model that draws people is ready here, so sets of headshots cannot be made. Single headshots can.':
    'Aquí no hay ningún modelo listo que dibuje personas, así que no se pueden hacer series de retratos. Retratos sueltos, sí.',

  // Those that come with the program
  'Forest friends': 'Amigos del bosque',
  'Twelve animals of the forest as shiny little figures. For cards, games and children’s rooms.':
    'Doce animales del bosque como figuritas brillantes. Para tarjetas, juegos y cuartos infantiles.',
  'Fruit stand': 'Puesto de frutas',
  'Twelve fruits as glossy icons in one look. For menus, stickers and recipes.':
    'Doce frutas como íconos brillantes de un mismo estilo. Para menús, calcomanías y recetas.',
  'City portraits': 'Retratos en la ciudad',
  'You in the streets of a large city, from the first coffee to the last light.':
    'Tú en las calles de una gran ciudad, del primer café a la última luz.',
  'Four seasons': 'Cuatro estaciones',
  'A year outdoors: three images each of spring, summer, fall and winter.':
    'Un año al aire libre: tres imágenes de cada estación, de la primavera al invierno.',
  'Pet of the month': 'Mascota del mes',
  'Your pet as the star of a calendar, an image for each month.':
    'Tu mascota como estrella de un calendario, con una imagen para cada mes.',
  'Product shelf': 'Vitrina de producto',
  'One thing of yours, photographed ten ways: for a shop, a catalog or an ad.':
    'Una cosa tuya, fotografiada de diez maneras: para una tienda, un catálogo o un anuncio.',
  'Zoo in motion': 'Zoológico en movimiento',
  'Ten animals, two seconds each, the camera always on the move.':
    'Diez animales, dos segundos cada uno, con la cámara siempre en movimiento.',
  'Under the sea': 'Bajo el mar',
  'Ten clips of what swims and crawls: backgrounds for slides and streams.':
    'Diez clips de lo que nada y se arrastra: fondos para presentaciones y transmisiones.',
  'On the road': 'En camino',
  'Ten ways to get there, from the bicycle to the rocket.':
    'Diez maneras de llegar, de la bicicleta al cohete.',
  'Sweet table': 'Mesa dulce',
  'Ten things to eat, seen all around: for menus and screens in a shop.':
    'Diez delicias vistas por todos lados: para menús y pantallas de una tienda.',
} as const
