import { sessionsOf } from "./suite.js";

sessionsOf(0, 3);
