/** Packs, their runs, and sets of headshots. */
export const PACKS = {
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
