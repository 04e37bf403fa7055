import type { Script } from '../types.ts';

export const es: Script = {
  sentences: [
    'Mi abuelo tenía una pequeña librería en el barrio viejo.',
    'Todas las mañanas abría la puerta y saludaba a los vecinos.',
    'Los niños llegábamos corriendo del colegio, con mucho frío.',
    'Él nos daba chocolate y nos leía cuentos de reyes y reinas.',
    '¿Quién no quería quedarse allí, junto al fuego?',
    'Un lunes, sin embargo, la tienda estaba cerrada y a oscuras.',
    'Llamamos varias veces, pero nadie contestó, y eso nos asustó.',
    '¡Qué alegría sentimos cuando por fin apareció en la plaza!',
    'Había ido a buscar a mi tía, que volvía de muy lejos.',
    'Ella traía en una jaula un loro que bailaba y gritaba buenos días.',
    'Desde entonces nos reunimos cada domingo, y hoy el loro cuida la caja.',
  ],
  preview: 'Hola, muchas gracias por estar aquí. Así suena desde hoy la nueva voz.',
};
