// Intervals of shares, as analysis/tables/significance.py has them.

const Z = 1.959963984540054; // 95 % of a normal distribution lie within so many deviations of its mean

// Returns the ends of Wilson's 95 % interval (1927) of a share; a draw is half a point.
export function wilson(points, games) {
  if (!games) return [0, 1];
  const centre = points + (Z * Z) / 2;
  const half = Z * Math.sqrt((points * (games - points)) / games + (Z * Z) / 4);
  return [points === 0 ? 0 : (centre - half) / (games + Z * Z), points === games ? 1 : (centre + half) / (games + Z * Z)];
}
