/**
 * Scripts that Redis runs atomically. Each uses one key. Its first argument is the time in ms, or empty for the
 * server's own.
 */
import { TOLERANCE } from './token-buckets.ts';

/** All processes use the server's clock; only tests pass a time. */
const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
`;

/**
 * A token bucket, stored as its level and the time of that level in ms. Arguments: time, capacity, refill per minute,
 * amount to take (negative to return it), amount that must be available, how long to keep a bucket without refill.
 * @returns the missing amount, as text
 */
export const TAKE = `${NOW}
local capacity, perMs, amount = tonumber(ARGV[2]), tonumber(ARGV[3]) / 60000, tonumber(ARGV[4])
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = capacity
if bucket[1] then
  level = math.min(capacity, tonumber(bucket[1]) + math.max(0, now - tonumber(bucket[2])) * perMs)
end
local missing = tonumber(ARGV[5]) - level
if missing > ${TOLERANCE} then return string.format('%.17g', missing) end
if amount == 0 or (amount < 0 and not bucket[1]) then return '0' end
level = math.min(capacity, level - amount)
local keepMs = tonumber(ARGV[6])
if perMs > 0 then keepMs = (capacity - level) / perMs + 1000 end
redis.call('HSET', KEYS[1], 'level', string.format('%.17g', level), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil(keepMs)))
return '0'
`;

/**
 * Places, stored as the number that each process holds and the time when that number expires unless the process repeats
 * it. Arguments: time, process, number it holds now (including the requested one), total number of places (negative:
 * unlimited), milliseconds until expiry.
 * @returns -1, or the number of held places when there are no more
 */
export const HOLD = `${NOW}
local me, mine, max, leaseMs = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local others = 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] ~= me then
    local held, untilMs = string.match(all[i + 1], '^(%d+) (%d+)$')
    if tonumber(untilMs) > now then
      others = others + tonumber(held)
    else
      redis.call('HDEL', KEYS[1], all[i])
    end
  end
end
if max >= 0 and others + mine > max then return others + mine - 1 end
if mine == 0 then
  redis.call('HDEL', KEYS[1], me)
else
  redis.call('HSET', KEYS[1], me, string.format('%d %.0f', mine, now + leaseMs))
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', leaseMs))
end
return -1
`;
